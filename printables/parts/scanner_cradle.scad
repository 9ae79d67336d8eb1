// A cradle that holds a scanner module facing up, below a window: a card in its sleeve is pushed on
// face down, foot first, and read without anybody seeing its face. Millimetres.

module_width = 24;    // of the scanner, across
module_depth = 16;    // of the scanner, along
module_height = 14;   // from its back to its window
reading = 60;         // from its window to the card: where it reads best
card_width = 66;      // a sleeved card, with room for fingers
card_depth = 91;
window = 34;          // side of the opening, above which the code of a slip comes to lie
corner = 18;          // from the right and the rear edge of the card to the middle of the window
wall = 2.4;
cable = 9;            // width of the slit for the cable
rail = 3;             // height of the rim that guides the card

width = card_width + 2 * wall;
depth = card_depth + 2 * wall;
height = wall + module_height + reading + wall;
middle = [wall + card_width - corner, wall + card_depth - corner];

difference() {
    cube([width, depth, height + rail]);
    // the bed of the card, open towards the player so that it can be pushed on
    translate([wall, -1, height]) cube([card_width, card_depth + wall + 1, rail + 1]);
    // the inside
    translate([wall, wall, wall]) cube([card_width, card_depth, height - 2 * wall]);
    // the window
    translate([middle[0] - window / 2, middle[1] - window / 2, height - wall - 1])
        cube([window, window, wall + 2]);
    // the way in for the scanner and its cable, from the rear
    translate([middle[0] - module_width / 2 - 1, depth - wall - 1, wall])
        cube([module_width + 2, wall + 2, module_height + 2]);
    translate([middle[0] - cable / 2, depth - wall - 1, wall + module_height])
        cube([cable, wall + 2, cable]);
}

// what the scanner stands between
for (side = [-1, 1])
    translate([middle[0] + side * (module_width / 2 + 1) - (side < 0 ? wall : 0),
               middle[1] - module_depth / 2, wall - 0.5])
        cube([wall, module_depth, 6.5]);

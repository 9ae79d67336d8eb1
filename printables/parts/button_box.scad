// A box for one seat: a lit button to confirm, two smaller ones to take back and to pass. Its
// top slopes towards the player; the cable leaves at the back. Millimetres.

width = 110;
depth = 62;
front = 26;           // heights
back = 40;
wall = 2.4;
large = 30.2;         // holes of arcade buttons of 30 and 24 mm
small = 24.2;
cable = 7;

slope = atan((back - front) / depth);

// The outside, or what is hollow inside walls of that thickness and open below.
module body(inset) {
    floor = inset > 0 ? -1 : 0;
    translate([inset, 0, 0]) rotate([90, 0, 90]) linear_extrude(width - 2 * inset)
        polygon([[inset, floor], [depth - inset, floor],
                 [depth - inset, back - inset * 1.2], [inset, front - inset * 1.2]]);
}

module hole(x, along, diameter) {
    translate([x, 0, front]) rotate([slope, 0, 0]) translate([0, along, 0])
        cylinder(h = 24, d = diameter, center = true, $fn = 40);
}

difference() {
    body(0);
    body(wall);
    hole(width * 0.26, depth * 0.52, large);
    hole(width * 0.57, depth * 0.52, small);
    hole(width * 0.83, depth * 0.52, small);
    translate([width / 2, depth, 10]) rotate([90, 0, 0])
        cylinder(h = 3 * wall, d = cable, center = true, $fn = 24);
}

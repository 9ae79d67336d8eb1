// A box for one seat: a lit button to confirm, two smaller ones to take back and to pass, and a Pico
// beside them. Its top slopes towards the player. Its floor is a part of its own (button_box_floor),
// held by four screws; the Pico lies on it, with its socket at the back. Millimetres.

width = 140;
depth = 62;
front = 36;           // heights: of the rear of the buttons, 33 at most, and what lies below
back = 50;
wall = 2.4;
buttons = 110;        // width that the buttons share; beside them lies the Pico
large = 30.2;         // holes of arcade buttons of 30 and 24 mm
small = 24.2;
cable = 7;            // of wires to a box without a Pico of its own
post = 8;             // what the screws of the floor go into
screw = 2.5;          // a hole that a screw M3 cuts its thread into
through = 3.4;        // a hole that it goes through, and the room of its head
head = 6.4;
pico_holes_across = 11.4;  // between the holes of a Pico, and from its end to the nearer ones
pico_holes_along = 47;
pico_length = 51;
pico_screw = 1.7;     // a hole that a screw M2 cuts its thread into
pico_post = 5;
pico_high = 4;        // of the Pico above the floor
socket_width = 13;    // for a plug of micro USB with its grip
socket_height = 12;
gap = 0.3;            // between what fits into each other

part = "box";
slope = atan((back - front) / depth);
inset = wall + post / 2 - 1;
corners = [for (x = [inset, width - inset], y = [inset, depth - inset]) [x, y]];
pico = [width - wall - 19, depth - wall - gap - pico_length / 2];

// The outside, or what is hollow inside walls of that thickness and open below.
module body(thick) {
    low = thick > 0 ? -1 : 0;
    translate([thick, 0, 0]) rotate([90, 0, 90]) linear_extrude(width - 2 * thick)
        polygon([[thick, low], [depth - thick, low],
                 [depth - thick, back - thick * 1.2], [thick, front - thick * 1.2]]);
}

module hole(x, along, diameter) {
    translate([x, 0, front]) rotate([slope, 0, 0]) translate([0, along, 0])
        cylinder(h = 24, d = diameter, center = true, $fn = 40);
}

module box() {
    difference() {
        union() {
            difference() {
                body(0);
                body(wall);
            }
            for (at = corners) translate([at[0], at[1], 0]) cylinder(h = 16, d = post, $fn = 32);
        }
        for (at = corners) translate([at[0], at[1], -1]) cylinder(h = 13, d = screw, $fn = 24);
        hole(buttons * 0.26, depth * 0.52, large);
        hole(buttons * 0.57, depth * 0.52, small);
        hole(buttons * 0.83, depth * 0.52, small);
        translate([buttons / 2, depth, 10]) rotate([90, 0, 0])
            cylinder(h = 3 * wall, d = cable, center = true, $fn = 24);
        translate([pico[0] - socket_width / 2, depth - 2 * wall, -1])
            cube([socket_width, 3 * wall, socket_height + 1]);
    }
}

module rim(grown) {
    side = wall + gap + grown;
    translate([side, side, 0]) cube([width - 2 * side, depth - 2 * side, 4]);
}

module floor_plate() {
    difference() {
        union() {
            cube([width, depth, wall]);
            difference() {
                rim(0);
                translate([0, 0, -1]) scale([1, 1, 2]) rim(wall);
                for (at = corners) translate([at[0], at[1], -1])
                    cylinder(h = 9, d = post + 2 * gap, $fn = 32);
                translate([pico[0] - socket_width / 2, depth - 3 * wall, -1])
                    cube([socket_width, 3 * wall, 9]);
            }
            for (x = [-1, 1], y = [-1, 1])
                translate([pico[0] + x * pico_holes_across / 2, pico[1] + y * pico_holes_along / 2, 0])
                    cylinder(h = wall + pico_high, d = pico_post, $fn = 24);
        }
        for (at = corners) translate([at[0], at[1], 0]) {
            translate([0, 0, -1]) cylinder(h = wall + 2, d = through, $fn = 24);
            translate([0, 0, -1]) cylinder(h = 2.2, d = head, $fn = 24);
        }
        for (x = [-1, 1], y = [-1, 1])
            translate([pico[0] + x * pico_holes_across / 2, pico[1] + y * pico_holes_along / 2, 1])
                cylinder(h = wall + pico_high, d = pico_screw, $fn = 16);
    }
}

if (part == "box") box(); else floor_plate();

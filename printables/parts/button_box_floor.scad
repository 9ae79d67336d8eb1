// The floor of the button box, with a place for the Pico. Its measures are those of the box.
include <button_box.scad>
part = "floor";

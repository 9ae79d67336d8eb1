// @ts-check
/** What is seen only while a finger holds, or a key. */

const LONGEST = 10_000; // milliseconds, as at the table

/** Begin and end with a finger on a button, a key on it, and whatever else takes the eyes away.
 * @param {HTMLButtonElement} button @param {() => void} show @param {() => void} hide */
export function hold(button, show, hide) {
  let held = false, timer = 0;
  const end = () => {
    if (!held) return;
    held = false;
    clearTimeout(timer);
    button.classList.remove("held");
    hide();
  };
  const begin = () => {
    if (held || document.hidden) return;
    held = true;
    timer = window.setTimeout(end, LONGEST);
    button.classList.add("held");
    show();
  };
  button.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return end(); // a second finger
    button.setPointerCapture(event.pointerId);
    begin();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(name, end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (event.repeat || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    begin();
  });
  button.addEventListener("keyup", end);
  document.addEventListener("visibilitychange", end);
  for (const name of ["blur", "pagehide"]) window.addEventListener(name, end);
  return end;
}

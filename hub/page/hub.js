// @ts-check
// Whenever the hub says that something changed, the page is read anew, whole: also after the line
// was cut. Where somebody is writing, or has come to by keyboard, nothing is taken away.

const writing = () => document.querySelector("main:focus-within, .invitation, .asked") !== null;

/** @returns {Promise<void>} */
async function anew() {
  if (writing()) return;
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const read = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, then] = [document.querySelector("main"), read.querySelector("main")];
  if (!now || !then || writing()) return; // also where somebody began while it was read
  now.replaceWith(then);
  document.dispatchEvent(new Event("anew"));
}

const lost = /** @type {HTMLElement} */ (document.querySelector(".lost"));

/** Hear what changes. While nothing is heard, the page says that it is as it was. */
function follow() {
  const changes = new EventSource("stream");
  changes.onmessage = () => void anew().then(() => { lost.hidden = true; }, () => { lost.hidden = false; });
  changes.onerror = () => {
    lost.hidden = false;
    if (changes.readyState === EventSource.CLOSED) setTimeout(follow, 10_000);
  };
}

follow();

// The figure's own keys. A control that has the focus keeps those that are its own.

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** Listens to the keys: `walk` is told a distance, `back` is called, and a digit presses the button that shows it. */
export function keys({ walk, back }) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isOwn(event.target, event.key)) return;
    if (event.key === "ArrowRight") walk(1);
    else if (event.key === "ArrowLeft") walk(-1);
    else if (event.key === "Backspace") back();
    else if (/^[1-9]$/.test(event.key)) document.querySelector(`#ahead [data-key="${event.key}"]`)?.click();
    else return;
    event.preventDefault();
  });
}

/** Whether a control does something itself with a key: arrows pick among options, and a letter leads to one. */
function isOwn(control, key) {
  if (control.matches?.('input[type="radio"]')) return ARROWS.includes(key);
  if (!control.matches?.("select")) return false;
  return isUnfolded(control) || ARROWS.includes(key) || [...control.options].some(({ text }) => text.startsWith(key));
}

const isUnfolded = (select) => CSS.supports("selector(:open)") && select.matches(":open");

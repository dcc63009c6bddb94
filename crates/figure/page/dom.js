// Small helpers for elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with attributes and children. A function as `on…` becomes a listener. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Puts other children in the place of an element's children. */
export function refill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}

export const byId = (id) => document.getElementById(id);

/** Runs what draws anew, and leaves the focus where it was: on the control that stands now where the other one stood. */
export function keepingFocus(draw) {
  const had = document.activeElement;
  const mark = marked(had);
  draw();
  if (mark === null || had.isConnected) return;
  const now = document.querySelector(mark);
  // At an end of the run one arrow leads nowhere, and the other one does. What is gone altogether leads to what comes next.
  const other = now?.disabled ? "#trail .soft:enabled" : "#ahead button";
  (now && !now.disabled ? now : document.querySelector(other))?.focus({ preventScroll: true });
}

/** How a control is found again after it was drawn anew. */
function marked({ id, name, value, dataset, classList }) {
  if (id) return `#${id}`;
  if (name) return `input[name="${name}"][value="${value}"]`;
  if (dataset.choice) return `[data-choice="${dataset.choice}"]`;
  if (dataset.guess) return `[data-guess="${dataset.guess}"]`;
  return classList.contains("dot") ? '.dot[tabindex="0"]' : null;
}

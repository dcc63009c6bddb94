// Light or dark: as the system says, until the learner says otherwise.

import { SAYS } from "./strings.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function theme(button) {
  const now = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const tell = () => {
    button.textContent = now() === "dark" ? SAYS.theme.light : SAYS.theme.dark;
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = now() === "dark" ? "light" : "dark";
    tell();
  });
  dark.addEventListener("change", tell);
  tell();
}

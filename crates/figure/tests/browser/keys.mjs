// The figure's keys while a control has the focus: they work there, unless the control does something itself with them.

import { open, openAnew } from "./browser.mjs";

export async function handled(context, figure, wrong) {
  const page = await open(context, figure, wrong);
  const state = () =>
    page.evaluate(() => {
      const { id, name, value, dataset } = document.activeElement;
      return { hash: location.hash, focus: id || (name ? `${name}=${value}` : dataset.choice ? "a choice" : dataset.step ? "a dot" : "nothing") };
    });
  /** From an address with the focus on a control: what a key leads to, and where the focus is then. */
  const leads = async (from, control, key, hash, focus) => {
    await openAnew(page, from);
    await page.focus(control);
    await page.keyboard.press(key);
    const now = await state();
    if (now.hash !== hash || now.focus !== focus) {
      wrong.push(`${key} in ${control} at ${from} leads to ${now.hash} with the focus on ${now.focus}, not to ${hash} and ${focus}`);
    }
  };
  const begin = "#delete.enough.all.forms.now/@0";
  const asked = "#delete.enough.all.forms.now/go@2";
  const ran = "#delete.enough.all.forms.now/go,yes@4";
  // A digit chooses, and Backspace takes it back. What is folded away leaves the focus to what comes next.
  await leads(begin, "#off", "1", asked, "off");
  await leads(begin, "#tale", "1", asked, "tale");
  await leads(begin, "#guess-first", "Backspace", begin, "guess-first");
  await leads(begin, 'input[name="call"][value="delete"]', "1", asked, "a choice");
  await leads(asked, "#off", "Backspace", begin, "off");
  await leads(asked, "#tale", "1", ran, "tale");
  await leads(asked, "#guess-first", "ArrowLeft", "#delete.enough.all.forms.now/go@1", "guess-first");
  // An arrow picks where there is something to pick; the run stays where it is.
  await leads(begin, 'input[name="call"][value="delete"]', "ArrowRight", "#pay.enough.all.forms.now/@0", "call=pay");
  await leads(begin, 'input[name="call"][value="pay"]', "ArrowLeft", begin, "call=delete");
  await leads(asked, "#off", "ArrowDown", "#delete.enough.all.forms.now/off=arguments/go@2", "off");
  await leads(begin, 'input[name="call"][value="delete"]', "Enter", begin, "call=delete");
  // What is drawn anew under the focus keeps it: an arrow of the trail, a dot, the way back.
  await leads(asked, "#earlier", "Enter", "#delete.enough.all.forms.now/go@1", "earlier");
  await leads("#delete.enough.all.forms.now/go@1", "#earlier", "Enter", "#delete.enough.all.forms.now/go@0", "later");
  await leads(asked, '.dot[tabindex="0"]', "ArrowLeft", "#delete.enough.all.forms.now/go@1", "a dot");
  await leads(ran, "#back", "Enter", asked, "back");
  await leads(asked, "#back", "Enter", begin, "a choice");
  await leads(asked, "#again", "Enter", begin, "a choice");
  await page.close();
}

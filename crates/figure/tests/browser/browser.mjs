// A browser with a profile of its own, and pages that report what they should not do.

import { chromium } from "playwright-core";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Runs `use` with a browser's context, and closes it. */
export async function withBrowser(options, use) {
  const profile = mkdtempSync(join(tmpdir(), "two-gates-figure-"));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: FLAGS,
    headless: true,
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  try {
    return await use(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** A page at an address. `wrong` collects every request that leaves it and whatever the console complains of. */
export async function open(context, address, wrong) {
  const page = await context.newPage();
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) wrong.push(`a request leaves the page: ${request.url()}`);
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`the console says: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`an error: ${error.message}`));
  await page.goto(address);
  await page.waitForSelector("#stage svg");
  return page;
}

/** The page as it is at an address, without loading it again: by default at its very beginning. */
export async function openAnew(page, hash = "#") {
  await page.evaluate(
    (to) =>
      new Promise((done) => {
        if (location.hash === to) return done();
        addEventListener("hashchange", done, { once: true });
        location.hash = to;
      }),
    hash,
  );
}

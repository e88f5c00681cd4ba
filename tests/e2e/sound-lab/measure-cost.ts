import { type Browser, chromium, type Page } from '@playwright/test';
import playwrightConfig from '../../../playwright.config.ts';
import { openShop } from '../../support/shop.ts';
import { openLab } from './serve.ts';

/**
 * `npx node tests/e2e/sound-lab/measure-cost.ts [world]`, after a build and while the machine has nothing else to do: what
 * docs/sound.md says about the cost of playing a scene, and about the time from the press to the first sound.
 */

/** A phone on a slow 4G network. Source: Lighthouse's mobile setting, 1.6 Mbit/s and 150 ms there and back. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowness = 4;
const playedSeconds = 20;
/** How long a slowed process goes on, and how long it rests for it, in milliseconds. */
const goes = 5;

const shop = await openShop();
const lab = await openLab(shop.config);
const [only] = process.argv.slice(2);
try {
  for (const world of only ? [only] : ['fod', 'fist', 'maceandmagic', 'coc_aatt', 'dracula']) {
    const parts = await playing(world);
    const cores = Object.entries(parts).map(([kind, share]) => `${kind} ${share.toFixed(3)}`);
    const starts: number[] = [];
    for (let run = 0; run < 3; run++) starts.push(await firstSoundAfter(world));
    const sorted = starts.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
    console.log(
      `${world}: cores while playing: ${cores.join(', ')}; first sound after ${sorted.join(', ')} s`,
    );
  }
} finally {
  await lab.close();
  await shop.close();
}

async function inBrowser<T>(use: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    return await use(await browser.newPage(), browser);
  } finally {
    await browser.close();
  }
}

/** Seconds of work of each kind of process, for each second in which all five sources and the music play. */
function playing(world: string): Promise<Record<string, number>> {
  return inBrowser(async (page, browser) => {
    await page.goto(`${lab.url}/block.html?world=${world}`);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText('All 5 sounds are playing.').waitFor({ timeout: 120_000 });
    // The music is still being made then, which is no part of playing.
    while (page.workers().length > 0) await page.waitForTimeout(200);
    const before = await workOf(browser);
    const sounding = () =>
      page.evaluate(() => {
        const { contexts } = globalThis as unknown as { contexts: AudioContext[] };
        return contexts[0]?.currentTime ?? 0;
      });
    const start = await sounding();
    while ((await sounding()) < start + playedSeconds) await page.waitForTimeout(200);
    const seconds = (await sounding()) - start;
    const after = await workOf(browser);
    return Object.fromEntries(
      Object.entries(after).map(([kind, work]) => [kind, (work - (before[kind] ?? 0)) / seconds]),
    );
  });
}

async function workOf(browser: Browser): Promise<Record<string, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sums: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime;
  return sums;
}

/**
 * Milliseconds from the press to the first source that sounds, on a slow network, when every thread of the page gets a
 * quarter of its time: DevTools' own throttling slows only the main one, and the sound is made on others.
 */
function firstSoundAfter(world: string): Promise<number> {
  return inBrowser(async (page, browser) => {
    const network = await page.context().newCDPSession(page);
    await page.goto(`${lab.url}/block.html?world=${world}`);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow4G);
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    const signal = (name: NodeJS.Signals) => {
      for (const pid of renderers) process.kill(pid, name);
    };
    const waited = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let pressed = 0;
          addEventListener(
            'click',
            () => {
              pressed = performance.now();
            },
            true,
          );
          new MutationObserver(() => {
            if (/The sounds come in|All 5 sounds/.test(document.body.innerText))
              resolve(performance.now() - pressed);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    );
    let slowing: NodeJS.Timeout | undefined;
    const go = () => {
      signal('SIGCONT');
      slowing = setTimeout(rest, goes);
    };
    const rest = () => {
      signal('SIGSTOP');
      slowing = setTimeout(go, goes * (slowness - 1));
    };
    const press = page.getByRole('button', { name: 'Play' }).click();
    rest();
    const milliseconds = await waited;
    clearTimeout(slowing);
    signal('SIGCONT');
    await press;
    return milliseconds;
  });
}

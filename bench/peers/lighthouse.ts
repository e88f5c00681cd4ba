import { chromium } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';
import lighthouse, { type Result } from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { freePort } from '../support/servers.ts';

/**
 * What the developer tools of Chrome take for a phone of the lower tier (a Moto G Power of 2022) in Lighthouse's own
 * measure of processors (chrome-devtools-frontend, CalibrationController.ts). Lighthouse's usual factor, four, is meant
 * for a desktop computer of 1 000 or more.
 */
const cheapPhone = 264;

/** `preset`: Lighthouse's mobile preset as it is, a quarter of this machine's speed; `cheap`: a {@link cheapPhone}. */
type Phone = 'preset' | 'cheap';

/** How far the processor's measure may move during a round, as a part of it, before the round is made again. */
const calm = 0.15;

/** How often a round is made while the machine is disturbed: then the calmest counts. */
const attempts = 2;

/** What Lighthouse said of a page in one round. */
export interface Judgement {
  result: Result;
  /** By how much the times of this machine's processor were multiplied. */
  slowdown: number;
  /** The processor that was judged, in Lighthouse's own measure: this machine's, slowed down. */
  processor: number;
  /** By what part the processor was faster or slower after the round than before it. */
  moved: number;
  /** Rounds that were thrown away, because the machine was disturbed during them. */
  disturbed: number;
}

/**
 * Judges a page with Lighthouse's mobile preset, in a new browser. The processor is measured just before and again after.
 * @throws when Lighthouse fails
 */
export async function judge(url: string, phone: Phone): Promise<Judgement> {
  const rounds: Omit<Judgement, 'disturbed'>[] = [];
  do rounds.push(await judgeOnce(url, phone));
  while ((rounds.at(-1)?.moved ?? 0) > calm && rounds.length < attempts);
  const [calmest] = rounds.toSorted((a, b) => a.moved - b.moved);
  if (!calmest) throw new Error(`Lighthouse did not look at ${url}`);
  return { ...calmest, disturbed: rounds.length - 1 };
}

async function judgeOnce(url: string, phone: Phone): Promise<Omit<Judgement, 'disturbed'>> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${port}`,
    ],
  });
  const processor = async () => {
    const page = await browser.newPage();
    const index = await page.evaluate(pageFunctions.computeBenchmarkIndex);
    await page.close();
    return index;
  };
  try {
    const before = await processor();
    const throttling = phone === 'cheap' ? { cpuSlowdownMultiplier: Math.max(1, before / cheapPhone) } : {};
    const run = await lighthouse(url, { port, logLevel: 'error', throttling });
    if (!run || run.lhr.runtimeError)
      throw new Error(`Lighthouse failed at ${url}: ${run?.lhr.runtimeError?.message}`);
    const slowdown = run.lhr.configSettings.throttling.cpuSlowdownMultiplier;
    const moved = Math.abs((await processor()) / before - 1);
    return { result: run.lhr, slowdown, processor: before / slowdown, moved };
  } finally {
    await browser.close();
  }
}

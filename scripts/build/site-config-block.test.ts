import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { siteConfigBlock } from './site-config-block.ts';

it('A page of `npm run dev` waits for the site’s server, which restarts after the same change', async () => {
  const first = createServer().listen(0);
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  first.close();
  await once(first, 'close');
  const page = siteConfigBlock(`http://localhost:${port}`).transformIndexHtml('<!--site-config-->');
  const statuses = [503, 200];
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end('{"name":"</script>"}');
  }).listen(port);
  expect(await page).toBe(
    '<script type="application/json" id="site-config">{"name":"\\u003c/script>"}</script>',
  );
  server.close();
});

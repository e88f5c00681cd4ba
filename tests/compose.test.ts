import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/api/calls.ts';
import { patternOf, readHealth, readReadiness } from '#shared/endpoints.ts';

describe('the shop in containers', () => {
  it('is published by compose to the machine itself only, for the proxy', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const [caddy = ''] = /^ {2}caddy:\n(?: {4}.*\n)+/m.exec(compose) ?? [];
    const published = (text: string) =>
      [...text.matchAll(/^ +- "(\S+:\d+:\d+|\d+:\d+)(?:\/udp)?"$/gm)].map(([, mapping]) => mapping);
    // The world reaches the proxy that ends TLS, and nothing else.
    expect(published(caddy)).toEqual(['80:80', '443:443', '443:443']);
    const others = published(compose.replace(caddy, ''));
    expect(others.length).toBeGreaterThan(0);
    for (const mapping of others) expect(mapping).toMatch(/^127\.0\.0\.1:/);
  });

  it('has a network with IPv6: without it visitors who come by it are all one address, and share its limits', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    expect(compose).toMatch(/^networks:\n(?: {2}#.*\n)* {2}default:\n {4}enable_ipv6: true$/m);
    expect(compose).not.toMatch(/^ {4}(networks|network_mode):/m);
  });

  it('has its log rotated by compose, and slow bodies waited for by the proxy there', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const blocks = [...compose.matchAll(/^ {2}(\w+):\n((?: {4}.*\n)+)/gm)];
    const services = blocks.filter(([, , about]) => /^ {4}(build|image):/m.test(about ?? ''));
    expect(services).toHaveLength(6);
    for (const [, name, about] of services)
      expect([name, about]).toEqual([name, expect.stringContaining('logging: *rotated-log')]);
    expect(compose).toMatch(/max-size: 10m/);
    for (const proxy of [compose, readFileSync('deploy/Caddyfile', 'utf8')]) {
      expect(proxy).toMatch(/request_buffers 512KiB/);
      // A restart is waited for, and no request is lost.
      expect(proxy).toMatch(/lb_try_duration \d+s/);
      // The site says for a second that it stops (server/main.ts): it has to be asked more often than that.
      expect(proxy).toMatch(/health_uri \/(healthz|readyz)\n\s+health_interval 200ms/);
    }
  });

  it('answers the calls of installed apps and of Stripe under each of its names: a redirect would cost an app its token', () => {
    const health = [readHealth, readReadiness].map(patternOf);
    const called = Object.keys(calls)
      .map(patternOf)
      .filter((path) => !health.includes(path));
    const folders = [...new Set(called.map((path) => path.replace(/^(\/[^/]+\/).*/, '$1')))];
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    const others = caddyfile.slice(caddyfile.indexOf('\n{$SHOP_ALIASES} {'));
    expect(others).toContain(
      `\t@called path ${folders.map((folder) => `${folder}*`).join(' ')}\n\thandle @called {\n\t\timport to_the_site\n`,
    );
    const nginx = readFileSync('deploy/nginx.conf', 'utf8');
    for (const folder of folders)
      expect(nginx).toContain(`    location ${folder} {\n        proxy_pass http://shop;\n`);
  });

  it('is reached under one name: the proxy leads the pages of others on to it, and starts without any', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    expect(caddyfile).toMatch(
      /^\{\$SHOP_ALIASES\} \{\n(?:\t.*\n)*\thandle \{\n\t\tredir https:\/\/\{\$SHOP_DOMAIN\}\{uri\} 308\n\t\}\n\}$/m,
    );
    expect(readFileSync('deploy/nginx.conf', 'utf8')).toMatch(
      /if \(\$host != shop\.example\.com\) \{\n +return 308 https:\/\/shop\.example\.com\$request_uri;/,
    );
    // Caddy refuses a block without a name.
    const given = new Set([...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name));
    expect([...given].toSorted()).toEqual(['SHOP_ALIASES', 'SHOP_DOMAIN']);
    expect(compose).toMatch(/SHOP_ALIASES: \$\{SHOP_ALIASES:-http:\/\/\S+\.invalid\}$/m);
  });

  it('writes no claim link and no order into the log of a proxy, not as an address and not as a referrer', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const nginx = readFileSync('deploy/nginx.conf', 'utf8');
    const balancer = compose.slice(compose.indexOf('\nconfigs:'));
    const secrets = [
      '/open/',
      '/open//',
      '/Open/./',
      '/api/orders/cs_test_',
      '/shop/success?a=1&session_id=cs_live_',
    ];
    for (const proxy of [caddyfile, balancer]) {
      const [, pattern = '', name = ''] = /request>uri regexp (\S+) (\S+)/.exec(proxy) ?? [];
      for (const start of secrets)
        expect(`${start}${'A'.repeat(43)}`.replace(new RegExp(pattern), name)).toMatch(/\(hidden\)$/);
      expect(proxy).toMatch(/request>headers>Referer delete/);
    }
    const patterns = [...nginx.matchAll(/^ +"~(\*?)(\^.+)" "\$before\(hidden\)";$/gm)];
    expect(patterns).toHaveLength(2);
    for (const start of secrets) {
      const path = `${start}${'A'.repeat(43)}`;
      const [, anyCase, pattern = ''] =
        patterns.find(([, , one = '']) => new RegExp(one, 'i').test(path)) ?? [];
      const before = new RegExp(pattern, anyCase ? 'i' : '').exec(path)?.groups?.['before'];
      expect(before).toMatch(/(open\/|orders\/|session_id=)$/i);
    }
    expect(nginx).toMatch(/^log_format shop '[^;]*\$logged_uri[^;]*';$/m);
    expect(nginx).not.toMatch(/http_referer/);
    // It writes whole addresses into its other log.
    expect(nginx.match(/error_log .+;$/gm)).toEqual(
      Array(2).fill('error_log /var/log/nginx/error.log crit;'),
    );
  });

  it('is told by every proxy where its visitors are, and gets no call in the clear', () => {
    const nginx = readFileSync('deploy/nginx.conf', 'utf8');
    expect(nginx).toMatch(/^ +proxy_set_header X-Forwarded-For \$remote_addr;$/m);
    expect(nginx).toMatch(/listen 80;[^}]*location \/api\/ \{\n\s+return 403;/);
    // Without a name, it is for the other names too, which Caddy would lead on by itself.
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    expect(caddyfile).toMatch(/^\{\n(?:\t.*\n)*\tauto_https disable_redirects\n/);
    expect(caddyfile).toMatch(/^http:\/\/ \{\n\thandle \/api\/\* \{\n\t\trespond 403\n/m);
  });

  it('has no file of secrets that git or an image would take along', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const files = new Set([...compose.matchAll(/- path: (\S+)/g)].map(([, file]) => file));
    expect([...files]).toEqual(['.env', 'litestream.env']);
    for (const list of ['.gitignore', '.dockerignore'])
      expect(readFileSync(list, 'utf8').split('\n')).toEqual(expect.arrayContaining([...files]));
  });
});

it("A shop without a container is looked after as the site's user, in its folders and with its settings", () => {
  const unit = readFileSync('deploy/shop.service', 'utf8');
  const admin = readFileSync('deploy/shop-admin', 'utf8');
  const of = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
  expect(admin).toContain(`--uid=${of('User')} --gid=${of('Group')} `);
  for (const name of ['EnvironmentFile', 'UMask']) expect(admin).toContain(`--property=${name}=${of(name)} `);
  expect(admin).toContain(`--working-directory=${of('WorkingDirectory')} `);
  for (const setting of of('Environment').split(' ').slice(0, 2))
    expect(admin).toContain(`--setenv=${setting} `);
  expect(admin).toContain(`\n  ${of('ExecStart').split(' ')[0]} server/admin/main.ts "$@"\n`);
  // By default systemd gives up after five starts in ten seconds: a database server may take longer to come up.
  expect(unit).toMatch(/^\[Unit\]\n(?:[^[].*\n)*StartLimitIntervalSec=0$/m);
  // What .env.example has of the unit's own settings would win over the unit.
  expect(readFileSync('docs/hosting.md', 'utf8')).toContain(
    "grep -Ev '^(HOST|DATA_DIR|BACKUP_DIR)=' .env.example > /etc/shop.env",
  );
});

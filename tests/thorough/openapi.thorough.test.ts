import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { patternOf, readOpenApi } from '../../shared/endpoints.ts';
import { openShop } from '../support/shop.ts';

it('The OpenAPI document breaks none of the rules that redocly recommends', async () => {
  const shop = await openShop();
  const source = await (await fetch(`${shop.url}${patternOf(readOpenApi)}`)).text();
  await shop.close();
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } });
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

import { expect, it } from 'vitest';
import { facts } from '#facts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { closing, escapeMarkup, fillFacts, opening } from './fill-facts.ts';

const without = { ...exampleFacts, links: { ...exampleFacts.links, mainSite: null } };

it('A placeholder becomes the fact, made safe for where it stands', () => {
  const company = { ...exampleFacts.company, name: `Fish & "Chips" <AB> o'clock` };
  expect(fillFacts(`<p>${facts.company.name}</p>`, { ...exampleFacts, company }, escapeMarkup)).toBe(
    '<p>Fish &amp; &quot;Chips&quot; &lt;AB&gt; o&#x27;clock</p>',
  );
  expect(fillFacts(`mailto:${facts.email.support}?subject=x`, exampleFacts, String)).toBe(
    'mailto:support@example.com?subject=x',
  );
});

it('What stands around a fact that is not there goes with it, whatever is inside', () => {
  const { mainSite = '' } = facts.links;
  const shop = facts.links.merchandiseShop ?? '';
  const text = `a${opening(mainSite ?? '')}b${opening(shop)}c${closing(shop)}${mainSite}${closing(mainSite ?? '')}d`;
  expect(fillFacts(text, exampleFacts, String)).toBe('abchttps://www.example.com/d');
  expect(fillFacts(text, without, String)).toBe('ad');
});

it('A text that cannot do without a fact says which', () => {
  expect(() => fillFacts(`to ${facts.links.mainSite}`, without, String)).toThrow('links.mainSite');
  expect(() => fillFacts('fact.company.constructor.invalid', exampleFacts, String)).toThrow(
    'company.constructor',
  );
});

it('A path beyond a fact, or into nothing, is a fact that is not there', () => {
  for (const path of [
    'links.mainSite.length',
    'email.support.length',
    'company',
    'nowhere',
    'nowhere.at.all',
  ])
    expect(() => fillFacts(`fact.${path}.invalid`, without, String), path).toThrow(`needs the fact ${path},`);
});

it('Each placeholder names the place where its fact stands', () => {
  const places = (tree: object, above = ''): [string, unknown][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      value instanceof Object
        ? places(value, `${above}${key}.`)
        : [[above + key, value] as [string, unknown]],
    );
  const all = places(facts);
  expect(all.length).toBeGreaterThan(30);
  expect(all).toEqual(all.map(([path]) => [path, `fact.${path}.invalid`]));
  expect(facts.adventures['fod']).toEqual({
    link: 'fact.adventures.fod.link.invalid',
    video: 'fact.adventures.fod.video.invalid',
  });
});

it('Every fact of the example has its placeholder, and every placeholder stands for a fact', () => {
  const shapeOf = (tree: object): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [key, value instanceof Object ? shapeOf(value) : 'fact']),
    );
  const { adventures: _, ...shape } = shapeOf(facts) as Record<string, unknown>;
  const { adventures: __, ...expected } = shapeOf(exampleFacts) as Record<string, unknown>;
  expect(shape).toEqual(expected);
  expect(Object.keys(facts.adventures)).toEqual(expect.arrayContaining(Object.keys(exampleFacts.adventures)));
});

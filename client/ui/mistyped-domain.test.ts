import { expect, it } from 'vitest';
import { addressMeant } from './mistyped-domain.ts';

it.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.om', 'gmail.com'],
  ['gmail.se', 'gmail.com'],
  ['gmial.co.uk', 'gmail.com'],
  ['hotmial.se', 'hotmail.se'],
  ['hotmal.co.uk', 'hotmail.co.uk'],
  ['hotmail.cm', 'hotmail.com'],
  ['hotmil.co', 'hotmail.com'],
  ['homtail.con', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['outloook.dk', 'outlook.dk'],
  ['icould.com', 'icloud.com'],
  ['icloud.se', 'icloud.com'],
  ['yaho.com', 'yahoo.com'],
  ['yahooo.no', 'yahoo.no'],
  ['studio.con', 'studio.com'],
  ['telia.comm', 'telia.com'],
])('anna@%s was meant to be anna@%s', (typed, meant) => {
  expect(addressMeant(` Anna@${typed} `)).toBe(`anna@${meant}`);
});

it.each([
  ...['gmail.com', 'googlemail.com', 'icloud.com', 'me.com', 'mac.com'],
  ...[
    'hotmail.com',
    'hotmail.se',
    'hotmail.de',
    'hotmail.co.uk',
    'outlook.com',
    'outlook.dk',
    'live.se',
    'live.com',
    'msn.com',
  ],
  ...['yahoo.com', 'yahoo.se', 'yahoo.co.jp', 'yahoo.com.br', 'ymail.com', 'rocketmail.com', 'aol.com'],
  ...[
    'gmx.com',
    'gmx.de',
    'gmx.net',
    'mail.com',
    'email.com',
    'fastmail.com',
    'hushmail.com',
    'proton.me',
    'zoho.com',
  ],
  ...['telia.com', 'bredband.net', 'comhem.se', 'spray.se', 'tele2.se', 'passagen.se', 'kth.se', 'hey.com'],
  ...[
    'example.com',
    'example.co',
    'example.om',
    'example.icon',
    'example.conf',
    'mail.example.org',
    'gmail.example.org',
    'goal.com',
    'outback.com',
    'island.se',
  ],
])('anna@%s is not doubted', (domain) => {
  expect(addressMeant(`anna@${domain}`)).toBeNull();
});

it.each([
  '',
  'anna',
  'anna@gmail.c',
  'anna@gmail.co',
  'anna@icloud.co',
  'anna@hotmail.co',
  'anna@',
  'anna@gmial',
  'anna@gmial.',
  '@gmial.com',
])('"%s" may be still being typed', (typed) => {
  expect(addressMeant(typed)).toBeNull();
});

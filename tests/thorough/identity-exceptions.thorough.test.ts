import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { expect, it } from 'vitest';
import { identityExceptions, passkeyExceptions } from '../support/identity-exceptions.ts';

it('The list of the identity service’s exceptions is that of the AWS SDK', () => {
  const declared = Object.keys(sdk).filter((name) => /(?<!Service)Exception$/.test(name));
  expect(identityExceptions.toSorted()).toEqual(declared.toSorted());
});

it('The calls about passkeys throw what the AWS SDK says of them', () => {
  const commands = fileURLToPath(
    new URL('../dist-types/commands', import.meta.resolve('@aws-sdk/client-cognito-identity-provider')),
  );
  const calls = readdirSync(commands).filter((file) =>
    /^(Start|Complete|List|Delete)WebAuthn\w+Command\.d\.ts$/.test(file),
  );
  expect(calls).toHaveLength(4);
  const declared = calls.flatMap((file) =>
    [
      ...readFileSync(join(commands, file), 'utf8').matchAll(
        /@throws \{@link (\w+Exception)\} \((?:client|server) fault\)/g,
      ),
    ].map(([, name]) => name),
  );
  expect(passkeyExceptions).toEqual([...new Set(declared)].toSorted());
});

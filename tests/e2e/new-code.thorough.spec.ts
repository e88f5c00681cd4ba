import { submitCode } from './account-forms.ts';
import { confirmedReader, expectFieldFault, field, press, signInAs, texts } from './account-steps.ts';
import { expect, test } from './fixtures.ts';

test('Each new code is said once it is mailed and clears the field; a wrong one stays there to be corrected', async ({
  page,
  shop,
}) => {
  const { username } = confirmedReader(shop, { emailVerified: false });
  const code = field(page, 'Confirmation code');
  const said = page.getByRole('status').filter({ hasText: texts.newCode });
  await signInAs(page, username);
  await press(page, 'Verify the address');
  for (const _time of ['first', 'second']) {
    await code.fill('12');
    await press(page, 'Send a new code');
    await expect(said).toBeVisible();
    await expect(code).toHaveValue('');
    await submitCode(page, '34');
    await expectFieldFault(page, 'Confirmation code', texts.codeMismatch);
    await expect(code).toHaveValue('34');
    await expect(said).toHaveCount(0);
  }
});

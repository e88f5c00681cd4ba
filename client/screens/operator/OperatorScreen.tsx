import { AccountPending } from '#client/auth/AccountPending.tsx';
import { useAccount } from '#client/auth/account.ts';
import { SignInForm } from '#client/auth/SignInForm.tsx';
import { useHeadingFocus } from '#client/auth/use-heading-focus.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { OperatorDesk } from './OperatorDesk.tsx';

/** `/operator`: figures, orders and activation codes, for members of the operators' group. */
export function OperatorScreen() {
  const account = useAccount();
  useHeadingFocus(account);
  return (
    <Page width="wide">
      <RouteHead route="operator" />
      <PageHeading lead="For whoever runs the shop. What you do and look at here is kept on record.">
        Behind the counter
      </PageHeading>
      {account.status === 'unknown' ? <AccountPending failure={account.failure} /> : null}
      {account.status === 'nobody' ? <SignInForm onSignedIn={() => undefined} /> : null}
      {account.status === 'signed-in' ? <OperatorDesk key={account.user.username} /> : null}
    </Page>
  );
}

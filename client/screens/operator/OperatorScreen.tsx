import { useLocation } from 'react-router';
import { AccountPending } from '#client/auth/AccountPending.tsx';
import { useAccount } from '#client/auth/account.ts';
import { SignInForm } from '#client/auth/SignInForm.tsx';
import { useHeadingFocus } from '#client/auth/use-heading-focus.ts';
import { PageHead } from '#client/shell/PageHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { routes } from '#shared/routes.ts';

import { OperatorDesk } from './OperatorDesk.tsx';
import { sectionAt } from './sections.ts';

/** `/operator` and its sections: the back office, for members of the operators' group. */
export function OperatorScreen() {
  const account = useAccount();
  useHeadingFocus(account);
  const section = sectionAt(useLocation().pathname);
  const title = routes.operator.title ?? '';
  return (
    <Page task width="wide">
      <PageHead
        title={section.id === null ? title : `${section.title}: ${title.toLowerCase()}`}
        indexed={false}
      />
      <PageHeading lead={section.lead}>{section.id === null ? title : section.title}</PageHeading>
      {account.status === 'unknown' ? <AccountPending failure={account.failure} /> : null}
      {account.status === 'nobody' ? <SignInForm onSignedIn={() => undefined} /> : null}
      {account.status === 'signed-in' ? (
        <OperatorDesk key={account.user.username} section={section.id} />
      ) : null}
    </Page>
  );
}

import { paths } from '#shared/routes.ts';

/** The sentences where something is bought: the right of withdrawal, and which terms apply. */
export function BuyersRights() {
  return (
    <>
      You have 14 days to withdraw. If you agree when you pay that it is unlocked at once, the right ends when
      it is: for a gift, when somebody takes it. <a href={paths.withdraw()}>The right of withdrawal</a>.{' '}
      <TermsAccepted />
    </>
  );
}

/** The sentence beside our pay buttons: which terms apply. */
export function TermsAccepted() {
  return (
    <>
      When you pay, you accept our <a href={paths.terms()}>terms of sale</a>.
    </>
  );
}

import { paths } from '#shared/routes.ts';

/** The sentence beside our pay buttons: which terms apply. */
export function TermsAccepted() {
  return (
    <>
      When you pay, you accept our <a href={paths.terms()}>terms of sale</a>.
    </>
  );
}

import { paths } from '#shared/routes.ts';

/** The sentence beside our own buttons to pay: under which terms. */
export function TermsAccepted() {
  return (
    <>
      When you pay, you accept our <a href={paths.terms()}>terms of sale</a>.
    </>
  );
}

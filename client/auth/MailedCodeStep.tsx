import { MailedCodeForm, type MailedCodeFormProps } from './MailedCodeForm.tsx';

interface MailedCodeStepProps extends Omit<MailedCodeFormProps, 'words' | 'resendAgain'> {
  /** Masked, as the service says it; `null` when it did not say. */
  destination: string | null;
}

/** The code from a mail that signs somebody in. */
export function MailedCodeStep({ destination, ...form }: MailedCodeStepProps) {
  return (
    <MailedCodeForm
      {...form}
      words={{
        heading: 'Enter the code from the email',
        lead: `A code to sign in with is on its way to ${destination ?? 'your email address'}. It works for a few minutes.`,
        field: 'Code from the email',
        hint: 'Only the newest code works.',
        submit: 'Continue',
        submitting: 'Checking the code',
      }}
    />
  );
}

import type { ReactNode } from 'react';
import { MailedCodeForm, type MailedCodeFormProps } from './MailedCodeForm.tsx';

interface ConfirmStepProps extends Omit<MailedCodeFormProps, 'words' | 'onSubmit'> {
  heading?: string;
  lead: ReactNode;
  onConfirm: (code: string) => void;
  onResend: () => void;
}

/**
 * CONFIRM of every flow: the code from the mail, or a new code; with ways out for a mistyped address or one of another
 * account.
 */
export function ConfirmStep({ heading, lead, onConfirm, resendAgain = false, ...form }: ConfirmStepProps) {
  return (
    <MailedCodeForm
      {...form}
      resendAgain={resendAgain}
      onSubmit={onConfirm}
      words={{
        heading: heading ?? 'Confirm Account',
        lead,
        field: 'Confirmation code',
        hint: 'The code works for 24 hours.',
        submit: 'Confirm',
        submitting: 'Confirming',
      }}
    />
  );
}

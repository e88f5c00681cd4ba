import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { ButtonRow } from '#client/ui/Page.tsx';
import { StatusRegion } from '#client/ui/StatusRegion.tsx';
import { LabelledField } from '#client/ui/TextField.tsx';
import { useTask } from '#client/ui/use-task.ts';

const refusal = 'Your browser did not let us copy it. It is selected here: copy it from the field.';

/** A link to pass on, with a button that copies it: in a field, from which it can be copied without a mouse as well. */
export function CopyLink({ label, url }: { label: string; url: string }) {
  const field = useRef<HTMLInputElement>(null);
  // Some browsers ask and are refused, and pages without TLS have no clipboard.
  const { run, said, fault } = useTask(() => refusal);
  useEffect(() => {
    if (fault) giveFocus(field.current);
  }, [fault]);
  return (
    <>
      <LabelledField label={label} hint={fault}>
        {(attributes) => (
          <input
            {...attributes}
            ref={field}
            value={url}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </LabelledField>
      <ButtonRow>
        <Button
          variant="quiet"
          onClick={() =>
            run(async (report) => {
              await navigator.clipboard.writeText(url);
              report('Copied.');
            })
          }
        >
          Copy the link
        </Button>
      </ButtonRow>
      <StatusRegion>{said}</StatusRegion>
    </>
  );
}

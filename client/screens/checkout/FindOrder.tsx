import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { type Fault, fieldFault } from '#client/ui/fault.ts';
import { TextField } from '#client/ui/TextField.tsx';
import { useTypedText } from '#client/ui/use-hydrated.ts';
import { orderIdIn } from '#shared/order-id.ts';
import { paths } from '#shared/routes.ts';
import { SupportMail } from './SupportMail.tsx';

const noOrderNumber =
  'There is no order number in this. Copy it from your mail, where it begins with cs_, or copy the whole address of the order’s page.';

interface FindOrderProps {
  heading: string;
  lead: string;
  /** Beside another form that matters more. */
  quiet?: boolean;
}

/** Finds an order's page from whatever the buyer has kept of it. */
export function FindOrder({ heading, lead, quiet = false }: FindOrderProps) {
  const navigate = useNavigate();
  const [text, setText] = useTypedText('order');
  const [fault, setFault] = useState<Fault | null>(null);

  const open = () => {
    const id = orderIdIn(text);
    if (id) void navigate(paths.order(id));
    else setFault(fieldFault({ order: noOrderNumber }));
  };

  return (
    <>
      <noscript>
        <p>
          These forms need JavaScript. To find an order, or to withdraw from it, a mail to <SupportMail /> is
          enough.
        </p>
      </noscript>
      <FlowForm
        heading={heading}
        lead={lead}
        fault={fault}
        busy={false}
        onSubmit={open}
        actions={
          <Button type="submit" variant={quiet ? 'quiet' : 'primary'}>
            Open the order
          </Button>
        }
      >
        <TextField
          label="The order's link or number"
          name="order"
          autoComplete="off"
          literal
          required
          value={text}
          onChange={setText}
          error={fault?.fields.order}
          hint="The order number in your mail, which begins with cs_, or the address of the order’s page."
        />
      </FlowForm>
    </>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { type Fault, fieldFault } from '#client/ui/fault.ts';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useTypedText } from '#client/ui/use-hydrated.ts';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';
import { orderIdIn } from './order-id-in.ts';

/**
 * `/shop/withdraw`: who may withdraw, and a form that finds the order, where it is done in two steps (directive
 * 2011/83/EU, article 11a: the function must be easy to find for as long as the right lasts). The rules are those of
 * `server/buying/withdrawal-right.ts`; the wording is for legal review (docs/operations.md).
 */
export function WithdrawScreen() {
  return (
    <Page task>
      <RouteHead route="withdraw" />
      <PageHeading lead="You may change your mind about what you bought here, and you need not say why.">
        Withdraw from a purchase
      </PageHeading>
      <Prose>
        <ul>
          <li>
            You have 14 days, counted from the day after the purchase. If the last of them is a Saturday, a
            Sunday or a public holiday in Sweden, you have until the end of the next working day.
          </li>
          <li>
            If you agreed when you paid that your adventures are unlocked at once and that the right ends with
            it, it has ended for what was unlocked. Where we confirm orders by mail, it ends only once that
            mail has gone out.
          </li>
          <li>For a pre-order you have at least until the day it comes out, whatever you agreed to.</li>
          <li>
            You get your money back by the means you paid with, within 14 days. With the money, what you
            withdrew from leaves your account.
          </li>
        </ul>
      </Prose>
      <FindOrder />
      <Prose>
        <h2>Without the link</h2>
        <p>
          If you have an account, <a href={paths.account()}>your account page</a> lists your orders: open the
          one that is meant. Otherwise write to <SupportMail /> from the address you bought with, and name
          what you withdraw from: a mail counts as well.
        </p>
      </Prose>
    </Page>
  );
}

const noOrderNumber =
  'There is no order number in this. Copy the whole address of the page you came to after paying.';

/** Finds an order's page from whatever the buyer has kept of it. */
function FindOrder() {
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
          This form needs JavaScript. A mail to <SupportMail /> counts as well.
        </p>
      </noscript>
      <FlowForm
        heading="Your order"
        lead="Nothing happens yet. The order's page shows what a withdrawal does, and asks you before it does it."
        fault={fault}
        busy={false}
        onSubmit={open}
        actions={<Button type="submit">Open the order</Button>}
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
          hint="The address of the page you came to after paying, or the number in it that begins with cs_."
        />
      </FlowForm>
    </>
  );
}

function SupportMail() {
  return <a href={`mailto:${facts.email.support}`}>{facts.email.support}</a>;
}

import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { paths } from '#shared/routes.ts';
import { FindOrder } from './FindOrder.tsx';
import { MailOrderLinks } from './MailOrderLinks.tsx';
import { SupportMail } from './SupportMail.tsx';

/**
 * `/shop/withdraw`: who may withdraw, and forms that find the order, where it is done in two steps (directive
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
            Sunday, a public holiday in Sweden, or Midsummer, Christmas or New Year’s Eve, you have until the
            end of the next working day.
          </li>
          <li>
            If you agreed when you paid that your adventures are unlocked at once and that the right ends with
            it, it has ended for what was unlocked. Where we confirm orders by mail, it ends only once that
            mail has gone out.
          </li>
          <li>For a pre-order you have at least until the day it comes out, whatever you agreed to.</li>
          <li>For a gift you have at least until somebody puts it on an account.</li>
          <li>If you paid twice for the same, you can always have one payment back.</li>
          <li>
            You get your money back by the means you paid with, within 14 days. With the money, what you
            withdrew from leaves your account.
          </li>
        </ul>
      </Prose>
      <FindOrder
        heading="Your order"
        lead="Nothing happens yet. The order's page shows what a withdrawal does, and asks you before it does it."
      />
      <Prose>
        <h2>Without the link</h2>
        <p>
          If you have an account, <a href={paths.account()}>your account page</a> lists your orders: open the
          one that is meant. Or write to <SupportMail /> from the address you bought with, and name what you
          withdraw from: a mail counts as well.
        </p>
      </Prose>
      <MailOrderLinks quiet />
    </Page>
  );
}

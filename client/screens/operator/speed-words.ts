import type { OperatorToday, Spread } from '#shared/api/operator.ts';

type Devices = NonNullable<OperatorToday['speed']>['devices'];

const owners: Readonly<Record<Devices[number]['device'], string>> = {
  phone: 'On phones',
  tablet: 'On tablets',
  desktop: 'On computers',
};

/** The page speed on a kind of device, as a sentence. */
export function speedText({ device, answers, shows }: Devices[number]): string {
  const said = [
    ...(answers ? [`answers a press in ${spreadText(answers)}`] : []),
    ...(shows ? [`shows a page in ${spreadText(shows)}`] : []),
  ];
  return `${owners[device]} the shop ${said.join(' and ')}.`;
}

/** With few visits the slowest says more than a percentile. */
const fewVisits = 10;

function spreadText({ visits, half, nineOfTen }: Spread): string {
  if (visits === 1) return `${timeText(half)} (1 visit)`;
  const share = visits < fewVisits ? `${visits} visits, most` : `9 of 10 of ${visits} visits`;
  return `${timeText(half)} (${share} within ${timeText(nineOfTen)})`;
}

/** Rounded to two significant digits. @param ms milliseconds */
function timeText(ms: number): string {
  const rounded = Number(ms.toPrecision(2));
  return rounded < 1000 ? `${rounded} ms` : `${rounded / 1000} s`;
}

import { sources } from '../../synth/worlds/coc.ts';
import { serveOrders } from '../serve-orders.ts';

serveOrders('coc', sources);

import { sources } from '../../synth/worlds/fod.ts';
import { serveOrders } from '../serve-orders.ts';

serveOrders('fod', sources);

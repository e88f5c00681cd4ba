import { sources } from '../../synth/worlds/dracula.ts';
import { serveOrders } from '../serve-orders.ts';

serveOrders('dracula', sources);

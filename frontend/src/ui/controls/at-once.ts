// Brings the controls with whatever imports this: what is nothing without them.
import * as controls from './controls';
import { provideControls } from './late';

provideControls(controls);

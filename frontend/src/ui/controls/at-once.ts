// Loads the controls together with the importing module, for modules that always need them.
import * as controls from './controls';
import { provideControls } from './late';

provideControls(controls);

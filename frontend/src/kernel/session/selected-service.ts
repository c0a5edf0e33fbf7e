// The service whose figures are shown; 0 stands for all of them.
import { atom } from 'jotai';

export const ALL_SERVICES_ID = 0;
export const selectedServiceAtom = atom(ALL_SERVICES_ID);

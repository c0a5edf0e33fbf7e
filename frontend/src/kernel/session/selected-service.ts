// The service whose figures are shown; 0 means all.
import { atom } from 'jotai';

export const ALL_SERVICES_ID = 0;
export const selectedServiceAtom = atom(ALL_SERVICES_ID);

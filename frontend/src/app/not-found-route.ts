// Name of the route that answers every unknown address.
export const NOT_FOUND = 'not-found';

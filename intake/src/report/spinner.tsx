import classes from './state.module.css';

/** Says to the eye that something is being done; the heading says it in words. */
export const Spinner = () => <span className={classes['spinner']} aria-hidden="true" />;

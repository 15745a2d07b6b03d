const StrykerEnvironment = require('@stryker-mutator/jest-runner/jest-env/node');

/** Stryker's number of the mutant that a test has noticed, so that its other tests can be skipped. */
let noticed;

/** Skips all tests after the first failure. Jest's own `bail` skips only files, and not when Stryker starts it. */
module.exports = class FirstFailureEnvironment extends StrykerEnvironment {
  constructor(config, context) {
    super(config, context);
    const handle = this.handleTestEvent;
    this.handleTestEvent = async (event, state) => {
      await handle(event, state);
      // Undefined in Stryker's first run, without a mutant.
      const active = process.env.__STRYKER_ACTIVE_MUTANT__;
      if (event.name === 'test_done' && event.test.errors.length > 0) noticed = active;
      if (event.name === 'test_start' && active !== undefined && active === noticed) event.test.mode = 'skip';
    };
  }
};

const StrykerEnvironment = require('@stryker-mutator/jest-runner/jest-env/node');

/** The mutant that a test has noticed, by Stryker's number: whatever else is asked about it is answered. */
let noticed;

/** Jest's own `bail` ends files, and not where Stryker starts it: here the first test that fails ends all others too. */
module.exports = class FirstFailureEnvironment extends StrykerEnvironment {
  constructor(config, context) {
    super(config, context);
    const handle = this.handleTestEvent;
    this.handleTestEvent = async (event, state) => {
      await handle(event, state);
      // Undefined while Stryker runs every test without a mutant.
      const active = process.env.__STRYKER_ACTIVE_MUTANT__;
      if (event.name === 'test_done' && event.test.errors.length > 0) noticed = active;
      if (event.name === 'test_start' && active !== undefined && active === noticed) event.test.mode = 'skip';
    };
  }
};

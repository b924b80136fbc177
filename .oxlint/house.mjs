// Rules that the linter does not have by itself.

/** `new Date()`, `Date()`: the time of day, unasked for. `new Date(ms)` only converts and stays allowed. */
const noTimeOfDay = {
  meta: { type: 'problem' },
  create(context) {
    const report = (node) =>
      context.report({ node, message: 'This reads the time of day; take a Clock as a parameter (src/core/clock.ts).' });
    const isDate = (node) => node.callee.type === 'Identifier' && node.callee.name === 'Date';
    return {
      NewExpression(node) {
        if (isDate(node) && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (isDate(node)) report(node);
      },
    };
  },
};

export default { meta: { name: 'house' }, rules: { 'no-time-of-day': noTimeOfDay } };

/** What the dialog that finds a time shows; it comes with the dialog. */
export default {
  title: 'Find a time',
  within: 'Within',
  weeks: { '1': 'One week', '2': 'Two weeks', '4': 'Four weeks' },
  room: 'With a room',
  suggestions: 'Times when everybody is free',
  none: 'There is no time when everybody is free. Try a longer range or a shorter meeting',
  unknown: 'Not known when {{names}} is free',
  hidden: 'does not share when busy',
  use: 'Take {{when}}',
  do: 'Take',
  people: 'Busy that day',
  seats: '{{count}} seats',
  failed: 'Could not find out who is free',
}

import type { AfterMessages } from './messages.js'

export const ar: AfterMessages = {
  invite: 'سأحضر {event}. تعال معي:',
  share: 'مشاركة',
  your_link: 'رابطك الخاص',
  link_why: 'من يأتي عبره يُحسب ممن دعوتَهم. ولا يكشف شيئًا عنك.',
  brought: {
    zero: 'لم تدعُ أحدًا بعد.',
    one: 'جاء شخص واحد بدعوتك.',
    two: 'جاء شخصان بدعوتك.',
    few: 'جاء {count} أشخاص بدعوتك.',
    many: 'جاء {count} شخصًا بدعوتك.',
    other: 'جاء {count} شخص بدعوتك.',
  },
  next: 'ما القادم',
  attend: 'سأحضر أيضًا',
  attend_event: 'سأحضر أيضًا: {event}',
  none: 'لا شيء آخر مخطط له بعد.',
  all_of: 'كل فعاليات {name}',
}

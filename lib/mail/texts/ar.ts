import type { MailMessages } from './messages.js'

export const ar: MailMessages = {
  greeting: 'مرحبًا {given_name}،',
  greeting_without_name: 'مرحبًا،',
  footer_contact: 'لأسئلتك عن هذه الفعالية: {contact}',
  footer_event: 'تصلك هذه الرسالة لأنك أجبت بأنك ستحضر هذه الفعالية.',
  footer_quiet: 'راجع تسجيلك أو أوقف هذه التذكيرات: {rsvp}',
  footer_passed_over: 'مجموعتك أكبر من الفعالية الآن، والدور يستمر من دونكم. مع مرافقين أقل تعودون إلى الدور: {rsvp}',
  footer_message: 'تصلك هذه الرسالة لأنك في القائمة البريدية لمجموعة {group}.',
  footer_organiser: 'تصلك هذه الرسالة لأنك اخترتها لفعاليات مجموعتك.',
  unsubscribe: 'إزالتي من القائمة البريدية: {address}',
  contact: 'للتواصل: {address}',
  unknown_time: 'لم يُحدَّد الموعد بعد.',
  next: 'ما يمكنك حضوره بعد ذلك:',
  guests: 'عدد مرافقيك: {count}.',

  confirmation: {
    subject: 'ستحضر: {event}',
    body: `{greeting}

سُجِّل حضورك في {event}.

{when}
{where}

{instructions}

راجع تسجيلك أو غيّره أو ألغه:
{rsvp}

{event_page}

{next}`,
  },
  waitlisted: {
    subject: 'أنت في قائمة الانتظار: {event}',
    body: `{greeting}

كل أماكن {event} محجوزة أو هناك من ينتظرها. أنت في قائمة الانتظار، وسنراسلك حين يتوفر لك مكان.

{when}
{where}

راجع دورك أو غادر القائمة:
{rsvp}`,
  },
  requested: {
    subject: 'طلبت الحضور: {event}',
    body: `{greeting}

طلبت حضور {event}. ينظر المنظمون في كل طلب، ونراسلك حين يقررون.

{when}
{where}

{guests}

اطّلع على طلبك أو اسحبه:
{rsvp}`,
  },
  'request-declined': {
    subject: 'لم يُقبل طلبك: {event}',
    body: `{greeting}

لم يتمكن منظمو {event} من قبول طلبك.

{when}

{note}`,
  },
  promoted: {
    subject: 'صار لك مكان: {event}',
    body: `{greeting}

صار لك مكان الآن: ستحضر {event}.

{when}
{where}

{instructions}

إن لم تستطع الحضور، فألغِ هنا من فضلك، ليأخذ المكان من يليك:
{rsvp}`,
  },
  changes: {
    new_time: 'الموعد الجديد: {now} (كان: {before}).',
    new_place: 'المكان الجديد: {now} (كان: {before}).',
    new_instructions: 'هناك تعليمات جديدة أدناه.',
  },
  changed: {
    subject: 'تغيير: {event}',
    body: `{greeting}

هناك تغيير في {event}:

{changes}

{when}
{where}

{instructions}

راجع تسجيلك أو غيّره أو ألغه:
{rsvp}`,
  },
  cancelled: {
    subject: 'إلغاء: {event}',
    body: `{greeting}

ألغى المنظمون {event}.

{when}
{where}`,
  },
  reminder: {
    subject: 'غدًا: {event}',
    body: `{greeting}

تبدأ {event} بعد 24 ساعة.

{when}
{where}

{instructions}

هل ستحضر؟ أكّد حضورك من فضلك، أو ألغِ إن لم تستطع، ليأخذ غيرك مكانك:
{rsvp}`,
  },
  eve: {
    subject: 'غدًا: {event} ({coming})',
    body: `مرحبًا،

تقام {event} غدًا.

{when}
{where}

الحاضرون مع مرافقيهم: {coming}
أكّدوا الحضور: {confirmed}
لم يؤكّدوا بعد: {unconfirmed}
في قائمة الانتظار: {waiting}

اتصل بمن لم يؤكّدوا: {calls}

كل الضيوف: {guests}`,
  },
  report: {
    subject: 'كيف كانت: {event}',
    body: `مرحبًا،

انتهت {event}.

{when}
{where}

أكّدوا الحضور: {confirmed}
حضر {attended} من {coming}
{no_one}

ما الذي نجح: {worked}

الخطوة التالية: اشكر الحاضرين أو ادعهم من جديد ({guests})، أو خطّط للفعالية القادمة انطلاقًا من هذه ({copy}).`,
    no_one: 'لم يُسجَّل حضور أحد. ما زال بإمكانك تسجيله في قائمة الضيوف.',
  },
  'sign-in': {
    subject: 'رابط دخولك',
    body: `مرحبًا،

بهذا الرابط تدخل لإدارة فعالياتك. يعمل مرة واحدة، خلال 15 دقيقة:

{link}

إن لم تطلبه، فتجاهل هذه الرسالة.`,
  },
  'team-link': {
    subject: 'ساعدنا في {event}',
    body: `مرحبًا،

يطلب منك {group} المساعدة في {event}. يفتحها هذا الرابط على خمسة أجهزة على الأكثر، دون حساب:

{link}

الرابط لك وحدك: نرجو ألا ترسله إلى غيرك. إن لم تكن تنتظره، فتجاهل هذه الرسالة.`,
  },
  'webhook-disabled': {
    subject: 'عُطِّل أحد روابط الإشعار (webhook)',
    body: `مرحبًا،

عُطِّل أحد روابط الإشعار في {group}، لأن مستقبِله لم يُجِب كما ينبغي:

{webhook}

أصلح المستقبِل، ثم فعِّل الرابط من جديد:

{link}`,
  },
  extra: {
    subject: '{event}',
    body: `{greeting}

{text}

{when}
{where}

{instructions}

لعرض تأكيد حضورك أو تعديله أو إلغائه:
{rsvp}`,
  },
  'follow-up': {
    subject: 'شكرًا لحضورك: {event}',
    body: `{greeting}

شكرًا لحضورك {event}. سررنا بوجودك معنا.

{event_page}

{next}`,
  },
  'follow-up-missed': {
    subject: 'افتقدناك: {event}',
    body: `{greeting}

افتقدناك في {event}. نرجو أن تستطيع الحضور في مرة أخرى.

{event_page}

{next}`,
  },
  'passkey-added': {
    subject: 'أُضيف مفتاح مرور إلى عنوانك',
    body: `مرحبًا،

أُضيف مفتاح مرور يدخل به {address} لإدارة الفعاليات: {name}.

إن لم تكن أنت من أضافه، فادخل وأزله، ثم اخرج من كل الأجهزة:

{link}`,
  },
  'passkey-removed': {
    subject: 'أُزيل مفتاح مرور من عنوانك',
    body: `مرحبًا،

أُزيل مفتاح مرور كان {address} يدخل به لإدارة الفعاليات: {name}.

إن لم تكن أنت من أزاله، فادخل وراجع المفاتيح الباقية، ثم اخرج من كل الأجهزة:

{link}`,
  },
  invited: {
    subject: '{by} يدعوك إلى تنظيم فعاليات {group}',
    body: `مرحبًا،

أضافك {by} إلى فريق {group}. تدخل بهذا العنوان، {address}، ولا تحتاج إلى كلمة مرور:

{link}

أدخل العنوان هناك، فيصلك رابط بالبريد.`,
  },
  'own-data': {
    subject: 'بياناتك',
    body: `مرحبًا،

طلبت ما نحتفظ به عنك. ينزّله هذا الرابط خلال ساعة:

{link}

الرابط لك وحدك، فلا ترسله إلى أحد. إن لم تطلبه فتجاهل هذه الرسالة.`,
  },
  'opt-in': {
    subject: 'يرجى التأكيد: رسائل إلى هذا العنوان',
    body: `مرحبًا،

وُضعت علامة بهذا العنوان في مربع على {page}:

«{text}»

إن كنت أنت من فعل ذلك، فافتح هذا الرابط واضغط الزر. عندها فقط نراسلك بشأن أمور غير حضورك:

{link}

إن لم تكن أنت، فلا تفعل شيئًا: لست في أي قائمة بريدية.`,
  },
  'host-verify': {
    subject: 'أكّد فعاليتك: {event}',
    body: `مرحبًا،

ملأ أحدهم نموذج تنظيم فعالية ضمن {campaign} بهذا العنوان:

{event}

إن كنت أنت، فافتح هذا الرابط خلال 48 ساعة، وراجع الفعالية وانشرها:

{link}

وإن لم تكن أنت، فلا تفعل شيئًا. لا تُنشأ أي فعالية، ولا نحتفظ بشيء.`,
  },
  'to-review': {
    subject: 'للمراجعة: {event}',
    body: `مرحبًا،

يريد أحد الداعمين استضافة فعالية ضمن {campaign}:

{event}
{when}

اطّلع عليها ثم اقبلها أو ارفضها هنا:
{link}`,
  },
  'requests-wait': {
    subject: 'طلبات تنتظر: {event}',
    body: `مرحبًا،

طلب أشخاص حضور فعالية، وينتظر بعضهم جوابًا منذ يوم:

{event}
{when}

في الانتظار: {waiting}

وافق على الطلبات أو ارفضها هنا:
{link}`,
  },
  'host-approved': {
    subject: 'فعاليتك صارت علنية: {event}',
    body: `{greeting}

يستطيع أي شخص الآن أن يجد {event}:

{page}

هنا ترى من سيحضر، وتراسل ضيوفك، وتغيّر الفعالية أو تلغيها. هذا الرابط لك وحدك:

{link}

{note}

{instructions}`,
  },
  'host-declined': {
    subject: 'لم تُقبل: {event}',
    body: `{greeting}

لم يقبل فريق {campaign} {what}:

{event}

{note}`,
    what_event: 'فعاليتك',
    what_change: 'تغيير فعاليتك، وهي باقية كما كانت',
  },
}

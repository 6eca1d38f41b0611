import {
  Ban,
  CalendarPlus,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Hourglass,
  Mail,
  MapPin,
  MessageCircle,
  MessageSquare,
  Navigation,
  Search,
  Users,
  Video,
} from 'lucide'
import { iconsFrom } from '../html/icons.js'

/** The icons of the pages for guests. */
export const icons = {
  ban: Ban,
  'calendar-plus': CalendarPlus,
  'chevron-right': ChevronRight,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  hourglass: Hourglass,
  mail: Mail,
  'map-pin': MapPin,
  'message-circle': MessageCircle,
  'message-square': MessageSquare,
  navigation: Navigation,
  search: Search,
  users: Users,
  video: Video,
}

export const Icon = iconsFrom<keyof typeof icons>(icons)

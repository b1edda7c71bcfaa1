#!/usr/bin/python3 -u
"""A WebKitGTK window for WebKitWebDriver: storage in a folder, Safari's features, a script before the page's own.

MiniBrowser, which the driver starts otherwise, keeps nothing, and leaves off what Safari has.
"""
import argparse

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

SAFARI_HAS = {
    'FileSystem',
    'AccessHandle',
    'StorageAPI',
    'StorageAPIEstimate',
    'FileSystemWritableStream',
    'AllowWebGLInWorkers',
    'CanvasColorSpace',
}

parser = argparse.ArgumentParser()
parser.add_argument('--data')
parser.add_argument('--script')
options, _ = parser.parse_known_args()

manager = WebKit2.WebsiteDataManager(
    base_data_directory=options.data, base_cache_directory=options.data + '/cache'
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)


def make_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    features = WebKit2.Settings.get_all_features()
    for index in range(features.get_length()):
        feature = features.get(index)
        if feature.get_identifier() in SAFARI_HAS:
            settings.set_feature_enabled(feature, True)
    content = WebKit2.UserContentManager()
    with open(options.script) as script:
        content.add_script(
            WebKit2.UserScript.new(
                script.read(),
                WebKit2.UserContentInjectedFrames.TOP_FRAME,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    view = WebKit2.WebView(
        web_context=context, user_content_manager=content, settings=settings, is_controlled_by_automation=True
    )
    view.connect('web-process-terminated', lambda _view, reason: print('WEB PROCESS TERMINATED', reason.value_nick))
    window = Gtk.Window()
    window.set_default_size(1440, 900)
    window.add(view)
    window.show_all()
    return view


def on_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('webkit-window')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', make_view)


context.connect('automation-started', on_session)
Gtk.main()
